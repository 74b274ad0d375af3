// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IFactoryToken} from "../tokens/IFactoryToken.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {IMarketBook} from "./IMarketBook.sol";
import {IMarketResolver} from "./IMarketResolver.sol";
import {IMarketTrading} from "./IMarketTrading.sol";
import {MarketCreation} from "./MarketCreation.sol";
import {MarketStore} from "./MarketStore.sol";
import {MarketViews} from "./MarketViews.sol";
import {OrderBook} from "./OrderBook.sol";
import {Redemption} from "./Redemption.sol";

contract MarketTrading is MarketCreation, OrderBook, Redemption, MarketViews, IMarketTrading {
    /// @inheritdoc IMarketTrading
    address public resolver;

    modifier onlyResolver() {
        if (msg.sender != resolver) revert OnlyResolver();
        _;
    }

    constructor(ISwap swap, address insurance_, uint256 minSeed_, address operator)
        MarketStore(swap, insurance_, minSeed_, operator)
    {}

    /// @inheritdoc IMarketTrading
    function createMarket(
        string memory marketName,
        string memory symbol,
        uint256 endTime,
        string[] memory _optionNames,
        address maintoken,
        bool frozen,
        uint256 bonding,
        uint256 seedAmount
    ) external payable nonReentrant returns (address) {
        MarketParams memory params;
        params.name = marketName;
        params.symbol = symbol;
        params.endTime = endTime;
        params.options = _optionNames;
        params.ecosystem = maintoken;
        params.frozen = frozen;
        params.bonding = bonding;
        params.seed = seedAmount;
        params.minSeed = minSeed;
        return _createMarket(params);
    }

    /// @inheritdoc IMarketTrading
    function SetWhitelistedWallet(
        address[] calldata wallets,
        uint256 amount,
        string calldata tag,
        address marketToken
    ) external onlyCreator(marketToken) {
        // `onlyCreator` proves that the factory created this token, here and below.
        IFactoryToken(marketToken).SetWhitelistedWallet(wallets, amount, tag);
    }

    /// @inheritdoc IMarketTrading
    function RemoveWhitelist(address wallet, address marketToken) external onlyCreator(marketToken) {
        IFactoryToken(marketToken).RemoveWhitelist(wallet);
    }

    /// @inheritdoc IMarketTrading
    function settle(address marketToken, uint8 outcomeId) external onlyResolver {
        _settle(marketToken, outcomeId);
    }

    /// @inheritdoc IMarketTrading
    function takeBounty(address marketToken) external onlyResolver returns (uint256 amount) {
        amount = _takeBounty(marketToken);
        if (amount > 0) _sendUsdb(msg.sender, amount);
    }

    /// @inheritdoc IMarketTrading
    function setResolver(address resolver_) external onlyOwner {
        if (resolver_ == address(0)) revert ZeroAddress();
        if (resolver != address(0)) revert ResolverAlreadySet();
        resolver = resolver_;
        emit ResolverChanged(resolver_);
    }

    /// @inheritdoc IMarketBook
    function userCanBuyEvent(address marketToken, address)
        public
        view
        override(MarketStore, IMarketBook)
        returns (bool)
    {
        return getNumOutcomes(marketToken) > 0;
    }

    /// @dev Every wallet may buy.
    function _checkBuyer(address) internal view override {}

    /// @dev A proposal in the running round names the outcome. An EARLY reset starts a round without one.
    function _isOutcomeNamed(address marketToken) internal view override returns (bool) {
        return resolver != address(0) && IMarketResolver(resolver).proposalTime(marketToken) != 0;
    }
}
