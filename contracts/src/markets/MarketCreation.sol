// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketBook} from "./IMarketBook.sol";
import {MarketMath} from "./MarketMath.sol";
import {MarketStore} from "./MarketStore.sol";

/// @dev Creates a market with its token, outcomes and seed.
abstract contract MarketCreation is MarketStore {
    struct MarketParams {
        string name;
        string symbol;
        uint256 endTime;
        string[] options;
        address ecosystem;
        bool isPrivate;
        bool frozen;
        uint256 bonding;
        uint256 seed;
        uint256 minSeed;
    }

    uint256 private constant MIN_OPTIONS = 2;
    uint256 private constant MAX_OPTIONS = 150;
    uint256 private constant MAX_OPTION_BYTES = 64;
    uint256 private constant SEED_STEP = 10e18;

    /// @inheritdoc IMarketBook
    function getInitialReserves(uint256 options) external pure returns (uint256, uint256) {
        _checkOptionCount(options);
        uint256 reserve = MarketMath.initialReserve(options);
        return (reserve, reserve * options);
    }

    /// @dev Creates a market of `msg.sender` and takes the seed from that wallet.
    function _createMarket(MarketParams memory params) internal returns (address marketToken) {
        uint256 fee = FACTORY.feeAmount();
        if (msg.value != fee) revert WrongFee(fee);
        if (params.ecosystem != address(SWAP.MAIN())) revert UnknownEcosystem(params.ecosystem);
        if (params.endTime != 0 && params.endTime <= block.timestamp) revert InvalidEndTime();
        if (params.seed < params.minSeed || params.seed % SEED_STEP != 0) revert InvalidSeed(params.minSeed);
        _checkOptions(params.options);

        // The factory is a contract of the platform and calls nobody but TIDE; the new token's constructor neither.
        marketToken =
            FACTORY.createMarketToken(params.symbol, params.name, params.frozen, params.bonding, msg.sender);
        MarketData storage market = marketData[marketToken];
        market.marketToken = marketToken;
        market.creator = msg.sender;
        market.ecosystem = params.ecosystem;
        market.usdc = address(USDB);
        market.marketName = params.name;
        market.creationTime = block.timestamp;
        market.endTime = params.endTime;
        market.finalOutcome = UNRESOLVED;
        market.generalPot = params.seed;
        market.isPrivate = params.isPrivate;
        market.totalVirtualReserve = _createOutcomes(marketToken, params.options);
        if (params.seed > 0) _receiveUsdb(params.seed);
        emit MarketCreated(marketToken, msg.sender, params.ecosystem);
    }

    /// @dev Returns the sum of the virtual reserves.
    function _createOutcomes(address marketToken, string[] memory options) private returns (uint256) {
        uint256 reserve = MarketMath.initialReserve(options.length);
        for (uint256 i; i < options.length; ++i) {
            outcomes[marketToken].push(Outcome(reserve, 0, 0));
            optionNames[marketToken].push(options[i]);
        }
        // Not the unrounded total: the reserves must add up to it exactly.
        return reserve * options.length;
    }

    /// @dev At most 150 options, so comparing all pairs of hashes stays cheap.
    function _checkOptions(string[] memory options) private view {
        uint256 count = options.length;
        _checkOptionCount(count);
        bytes32[] memory hashes = new bytes32[](count);
        for (uint256 i; i < count; ++i) {
            if (!FACTORY.isName(options[i], MAX_OPTION_BYTES)) revert InvalidOption(i);
            bytes32 hash = keccak256(bytes(options[i]));
            for (uint256 j; j < i; ++j) {
                if (hashes[j] == hash) revert DuplicateOption(i);
            }
            hashes[i] = hash;
        }
    }

    function _checkOptionCount(uint256 count) private pure {
        if (count < MIN_OPTIONS || count > MAX_OPTIONS) revert InvalidOptionCount(count);
    }
}
