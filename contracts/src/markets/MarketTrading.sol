// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IFactoryToken} from "../tokens/IFactoryToken.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {IMarketBook} from "./IMarketBook.sol";
import {IMarketResolver} from "./IMarketResolver.sol";
import {IMarketTrading} from "./IMarketTrading.sol";
import {MarketBook} from "./MarketBook.sol";

contract MarketTrading is MarketBook, IMarketTrading {
    /// @inheritdoc IMarketTrading
    address public resolver;

    modifier onlyResolver() {
        if (msg.sender != resolver) revert OnlyResolver();
        _;
    }

    constructor(ISwap swap, address insurance_, uint256 minSeed_, address operator)
        MarketBook(swap, insurance_, minSeed_, operator)
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
        Opening memory opening;
        opening.name = marketName;
        opening.symbol = symbol;
        opening.endTime = endTime;
        opening.options = _optionNames;
        opening.ecosystem = maintoken;
        opening.frozen = frozen;
        opening.bonding = bonding;
        opening.seed = seedAmount;
        opening.leastSeed = minSeed;
        return _open(opening);
    }

    /// @inheritdoc IMarketTrading
    function SetWhitelistedWallet(
        address[] calldata wallets,
        uint256 amount,
        string calldata tag,
        address marketToken
    ) external onlyCreator(marketToken) {
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
        amount = _releaseBounty(marketToken);
        if (amount > 0) _pay(msg.sender, amount);
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
        override(MarketBook, IMarketBook)
        returns (bool)
    {
        return getNumOutcomes(marketToken) > 0;
    }

    /// @dev Everybody.
    function _requireBuyer(address) internal view override {}

    /// @dev By a proposal of the running round; a new round begins without one.
    function _isNamed(address marketToken) internal view override returns (bool) {
        return resolver != address(0) && IMarketResolver(resolver).proposalTime(marketToken) != 0;
    }
}
