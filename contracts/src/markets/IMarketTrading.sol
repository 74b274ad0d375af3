// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketBook} from "./IMarketBook.sol";

/// @title Public prediction markets
/// @notice Every wallet may trade; the resolver decides the outcome.
/// @dev Names are fixed by the published ABI.
interface IMarketTrading is IMarketBook {
    event ResolverChanged(address indexed resolver);

    /// @notice The call is reserved to the resolver.
    error OnlyResolver();
    /// @notice The resolver is set once.
    error ResolverAlreadySet();

    /// @notice Creates a market. The call must carry exactly the factory's `feeAmount()`.
    /// @param endTime Seconds, in the future; 0 for open-ended.
    /// @param maintoken The hub token.
    /// @param frozen Whether the market's token opens to whitelisted wallets only.
    /// @param bonding Length of the token's reward phase in whole USDB.
    /// @param seedAmount USDB that opens the general pot, a multiple of 10.
    function createMarket(
        string calldata marketName,
        string calldata symbol,
        uint256 endTime,
        string[] calldata _optionNames,
        address maintoken,
        bool frozen,
        uint256 bonding,
        uint256 seedAmount
    ) external payable returns (address marketToken);

    /// @notice Adds wallets to the whitelist of a frozen market token, like the token's own function. Reserved to the
    /// market's creator.
    function SetWhitelistedWallet(
        address[] calldata wallets,
        uint256 amount,
        string calldata tag,
        address marketToken
    ) external;

    /// @notice Removes a wallet from the whitelist of a market token. Reserved to the market's creator.
    function RemoveWhitelist(address wallet, address marketToken) external;

    /// @notice Makes an outcome final. Reserved to the resolver.
    function settle(address marketToken, uint8 outcomeId) external;

    /// @notice Moves a market's whole bounty to the resolver. Reserved to it.
    function takeBounty(address marketToken) external returns (uint256 amount);

    /// @notice Sets the resolver, once.
    function setResolver(address resolver) external;

    function resolver() external view returns (address);
}
