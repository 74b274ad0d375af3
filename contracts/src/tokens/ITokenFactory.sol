// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketRegistry} from "./IMarkets.sol";

/// @title Creates and lists tokens
/// @notice A name has 1 to 128 bytes of UTF-8, a symbol 1 to 32. Invisible and ignorable characters, bidirectional
/// controls, blanks except single inner spaces (none in a symbol) and stacked marks are refused, so that a page shows
/// exactly the signed text. `USDB`, `TIDE` and texts that look like them are reserved.
interface ITokenFactory is IMarketRegistry {
    /// @notice A token was launched. Tokens of markets are announced by their market instead.
    event TokenCreated(address indexed tokenAddress, string name, string symbol, address creator);
    /// @notice The operator changed the creation fee.
    event FeeChanged(uint256 feeAmount, bool vestFeeEnabled);
    /// @notice The operator (dis)allowed a market contract.
    event MarketChanged(address indexed market, bool allowed);
    /// @notice The operator set the vesting contract.
    event VestingChanged(address vesting);
    /// @notice The operator set the contract that deploys tokens.
    event TokenDeployerSet(address deployer);

    /// @notice The name is empty, too long, or has characters a name must not have.
    error InvalidName();
    /// @notice The symbol is empty, too long, or has characters a symbol must not have.
    error InvalidSymbol();
    /// @notice The name reads as USDB or TIDE.
    error ReservedName();
    /// @notice The symbol reads as USDB or TIDE.
    error ReservedSymbol();
    /// @notice The multiplier is neither 1 to 90 nor 100.
    error InvalidMultiplier();
    /// @notice The start liquidity is not 100 to 10,000 USD, whole or in 18 decimals.
    error InvalidStartLP();
    /// @notice The reward phase is neither 0 nor 1 to 150,000 USDB, whole or in 18 decimals, or 0 on a frozen token.
    error InvalidBonding();
    /// @notice There is no vesting contract, so `autoVest` is not possible.
    error VestingUnavailable();
    /// @notice Vesting lasts 3,600 to 85,536,000 seconds.
    error InvalidVestDuration();
    /// @notice The call must carry exactly the fee.
    error WrongFee(uint256 feeAmount);
    /// @notice The call is reserved to allowed market contracts.
    error OnlyMarket();
    /// @notice The receiver refused the fees.
    error FeeTransferFailed();
    /// @notice The value can be set once only.
    error AlreadySet();
    /// @notice The zero address is not a valid argument here.
    error ZeroAddress();
    /// @notice The contract that deploys tokens was not set.
    error TokenDeployerMissing();

    /// @notice Launches a token that opens at 1 USD, created by the caller. Carries exactly `feeAmount()`; a
    /// token with `autoVest` is free of it unless `vestFeeEnabled()`.
    /// @param hybridMultiplier 1 to 90, or 100.
    /// @param frozen Whether only whitelisted wallets may buy until the creator opens the token.
    /// @param usdcForBonding Length of the reward phase in USDB, whole or in 18 decimals: 0, or 1 to 150,000; not 0 if
    /// frozen.
    /// @param startLP Depth of the pool in USD, whole or in 18 decimals: 100 to 10,000.
    /// @param autoVest Whether what is bought is vested; needs the vesting contract.
    /// @param autoVestDuration 1 to 990 days, or 3,600 to 85,536,000 seconds; without meaning when nothing is vested.
    /// @param gradualAutovest Whether vested tokens are released second by second instead of at the end.
    function createToken(
        string calldata symbol,
        string calldata name,
        uint256 hybridMultiplier,
        bool frozen,
        uint256 usdcForBonding,
        uint256 startLP,
        bool autoVest,
        uint256 autoVestDuration,
        bool gradualAutovest
    ) external payable returns (address);

    /// @notice Creates the token behind a market (m = 100, 1,000 USD deep). Reserved to allowed market contracts.
    /// @param usdcForBonding As in `createToken`.
    function createMarketToken(
        string calldata symbol,
        string calldata name,
        bool frozen,
        uint256 usdcForBonding,
        address creator
    ) external returns (address);

    /// @notice Sets the fee in wei of the native coin, and whether it is due with `autoVest`.
    function setFee(uint256 fee, bool withVesting) external;

    /// @notice Allows a market contract to create tokens, or forbids it.
    function setMarket(address market, bool allowed) external;

    /// @notice Sets the vesting contract, once: it receives what is bought of tokens with `autoVest`.
    function setVesting(address vesting) external;

    /// @notice Sets the contract that deploys tokens, once.
    function setTokenDeployer(address deployer) external;

    /// @notice Sends the collected fees to `to`.
    function withdrawFees(address payable to) external;

    /// @notice Whether the factory created the token.
    function isEcosystemToken(address token) external view returns (bool);

    /// @notice Whether a text has 1 to `maxBytes` bytes and follows the rules for names. Market contracts call it for their
    /// options, because their code has no room for the Unicode tables.
    function isName(string calldata label, uint256 maxBytes) external pure returns (bool);

    /// @notice The creator of a token, zero for a foreign one.
    function creatorOf(address token) external view returns (address);

    /// @notice All tokens of a creator, oldest first.
    function getTokensByCreator(address creator) external view returns (address[] memory);

    /// @notice Number of a creator's tokens.
    function getTokenCountByCreator(address creator) external view returns (uint256);

    /// @notice Token of a creator, by its index; the oldest is 0.
    function creatorToTokens(address creator, uint256 index) external view returns (address);

    /// @notice Number of tokens created.
    function creationCount() external view returns (uint256);

    /// @notice Time of the last creation, in seconds; 0 before the first.
    function lastCreation() external view returns (uint256);

    /// @notice Fee of a creation, in wei of the native coin.
    function feeAmount() external view returns (uint256);

    /// @notice Whether the fee is due with `autoVest` too.
    function vestFeeEnabled() external view returns (bool);

    /// @notice Whether a contract may create tokens of markets.
    function isMarket(address market) external view returns (bool);

    /// @notice The contract that deploys tokens, or zero. It holds their code, for which the factory has no room.
    function tokenDeployer() external view returns (address);

    /// @notice The vesting contract, or zero.
    function vesting() external view returns (address);
}
